import common from "./en/common.json"
import design from "./en/design.json"
import errors from "./en/errors.json"
import fields from "./en/fields.json"
import frame from "./en/frame.json"
import kpis from "./en/kpis.json"
import quota from "./en/quota.json"
import records from "./en/records.json"
import reports from "./en/reports.json"
import signin from "./en/signin.json"
import table from "./en/table.json"

/** Every interface text in English, by namespace; `useTranslations("frame")` in client components. */
export const messages = {
  common,
  design,
  errors,
  fields,
  frame,
  kpis,
  quota,
  records,
  reports,
  signin,
  table,
}

export type Messages = typeof messages

export const locale = "en"

/** A namespace whose texts are all strings, as `use-intl` wants them. */
export type Namespace = keyof Messages

declare module "use-intl" {
  interface AppConfig {
    Locale: typeof locale
    Messages: Messages
  }
}
