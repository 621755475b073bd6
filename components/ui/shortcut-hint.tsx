import { useIsApple } from "./use-is-apple"

/** The keys that do the same, behind a menu's entry, such as `Ctrl C`, with ⌘ on Apple's keyboards; assistive technology reads them elsewhere. */
export function ShortcutHint({ keys }: { keys: string }) {
  const shown = useIsApple() ? keys.replace("Ctrl", "⌘") : keys
  return (
    <span aria-hidden="true" className="ml-auto pl-6 text-ink-faint text-xs">
      {shown}
    </span>
  )
}
