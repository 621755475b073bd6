import { useTranslations } from "use-intl"

const maxLength = 60
const cut = (part: string) => (part.length > maxLength ? `${part.slice(0, maxLength)}…` : part)

/**
 * Lists the parts of the page's address that could not be read, so that none is ignored silently.
 */
export function UnreadParts({ parts }: { parts: readonly string[] }) {
  const t = useTranslations("common")
  if (parts.length === 0) return null
  return (
    <p
      role="status"
      className="break-words rounded-md bg-caution-soft px-3 py-2 text-caution-ink text-xs print:hidden"
    >
      {t("unreadParts", { count: parts.length, parts: parts.map(cut).join(", ") })}
    </p>
  )
}
