import activity from "./de/activity.json"
import common from "./de/common.json"
import dataSets from "./de/data-sets.json"
import departments from "./de/departments.json"
import errors from "./de/errors.json"
import exports from "./de/exports.json"
import fields from "./de/fields.json"
import filters from "./de/filters.json"
import frame from "./de/frame.json"
import insights from "./de/insights.json"
import kpis from "./de/kpis.json"
import quota from "./de/quota.json"
import records from "./de/records.json"
import reports from "./de/reports.json"
import sessions from "./de/sessions.json"
import settings from "./de/settings.json"
import signin from "./de/signin.json"
import summaries from "./de/summaries.json"
import table from "./de/table.json"
import tiles from "./de/tiles.json"
import values from "./de/values.json"
import views from "./de/views.json"
import type { Messages } from "./messages"

export const messages: Messages = {
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
