import activity from "./da/activity.json"
import common from "./da/common.json"
import dataSets from "./da/data-sets.json"
import departments from "./da/departments.json"
import errors from "./da/errors.json"
import exports from "./da/exports.json"
import fields from "./da/fields.json"
import filters from "./da/filters.json"
import frame from "./da/frame.json"
import insights from "./da/insights.json"
import kpis from "./da/kpis.json"
import quota from "./da/quota.json"
import records from "./da/records.json"
import reports from "./da/reports.json"
import sessions from "./da/sessions.json"
import settings from "./da/settings.json"
import signin from "./da/signin.json"
import summaries from "./da/summaries.json"
import table from "./da/table.json"
import tiles from "./da/tiles.json"
import values from "./da/values.json"
import views from "./da/views.json"
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
