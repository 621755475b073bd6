import { useTranslations } from "use-intl"

/** Replaces a part that could not be read in time. */
export function UnreadNote() {
  const t = useTranslations("settings.status")
  return <p className="p-4 text-ink-muted">{t("unread")}</p>
}
