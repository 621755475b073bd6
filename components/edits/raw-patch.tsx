import { useTranslations } from "use-intl"
import { type PatchOperation, printPath } from "@/lib/catalogue"
import { CopyButton } from "../ui/copy-button"

/** The operation's path parameters; it has exactly one. */
const parametersOf = (operation: PatchOperation, id: string) =>
  Object.fromEntries(Object.keys(operation.parameters).map((name) => [name, id]))

export interface RawPatchProps {
  readonly title: string
  readonly operation: PatchOperation
  readonly id: string
  readonly text: string
}

/** A patch as text, byte for byte, with its URL. */
export function RawPatch({ title, operation, id, text }: RawPatchProps) {
  const t = useTranslations("departments.patch")
  const bytes = new TextEncoder().encode(text).length
  const path = printPath(operation, parametersOf(operation, id))
  return (
    <section aria-label={title}>
      <div className="mb-1 flex items-center gap-2">
        <h3 className="font-medium">{title}</h3>
        <span className="ml-auto text-ink-faint text-xs tabular">{t("bytes", { bytes })}</span>
        <CopyButton value={text} label={t("copy")} />
      </div>
      <div className="overflow-hidden rounded-md border bg-sunken">
        <p className="break-all border-b px-3 py-1.5 font-mono text-ink-muted text-xs">
          {operation.method} {path}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard */}
        <pre tabIndex={0} className="max-h-56 overflow-auto px-3 py-2 font-mono text-xs">
          <code className="whitespace-pre-wrap break-words max-sm:break-all">{text}</code>
        </pre>
      </div>
    </section>
  )
}
