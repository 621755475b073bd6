import { parseGuid } from "./guid"

const prefix = "kpi:"

/** The name under which saved views of a data set's explorer are saved, as those of a report are under the report's id. */
export const explorationReport = (dataSetId: string): string => `${prefix}${dataSetId}`

/** The data set whose explorations are saved under a name; undefined for the name of a report. */
export const explorationDataSet = (report: string): string | undefined =>
  report.startsWith(prefix) ? parseGuid(report.slice(prefix.length)) : undefined

const summaryPrefix = "summary:"

/** The name under which saved summaries of a whole list are saved, by the list's id. */
export const summaryReport = (list: string): string => `${summaryPrefix}${list}`

/** The whole list whose summaries are saved under a name; undefined for any other name. */
export const summarizedList = (report: string): string | undefined =>
  report.startsWith(summaryPrefix) ? report.slice(summaryPrefix.length) : undefined
