import activity from "./en/activity.json"
import common from "./en/common.json"
import dataSets from "./en/data-sets.json"
import departments from "./en/departments.json"
import errors from "./en/errors.json"
import exports from "./en/exports.json"
import fields from "./en/fields.json"
import filters from "./en/filters.json"
import frame from "./en/frame.json"
import insights from "./en/insights.json"
import kpis from "./en/kpis.json"
import quota from "./en/quota.json"
import records from "./en/records.json"
import reports from "./en/reports.json"
import sessions from "./en/sessions.json"
import settings from "./en/settings.json"
import signin from "./en/signin.json"
import summaries from "./en/summaries.json"
import table from "./en/table.json"
import tiles from "./en/tiles.json"
import values from "./en/values.json"
import views from "./en/views.json"

/**
 * All interface texts in English, by namespace; `useTranslations("frame")` in client components.
 */
export const messages = {
  activity,
  common,
  dataSets,
  departments,
  errors,
  exports,
  fields,
  filters,
  frame,
  insights,
  kpis,
  quota,
  records,
  reports,
  sessions,
  settings,
  signin,
  summaries,
  table,
  tiles,
  values,
  views,
}
