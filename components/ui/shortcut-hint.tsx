import { useIsApple } from "./use-is-apple"

/**
 * The keyboard shortcut of a menu item, such as `Ctrl C`, with ⌘ on Apple keyboards; assistive
 * technology gets it elsewhere.
 */
export function ShortcutHint({ keys }: { keys: string }) {
  const shown = useIsApple() ? keys.replace("Ctrl", "⌘") : keys
  return (
    <span aria-hidden="true" className="ml-auto pl-6 text-ink-faint text-xs">
      {shown}
    </span>
  )
}
