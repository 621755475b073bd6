import { parseGuid } from "../guid"

const prefix = "kpi:"

/** The name under which saved views of a data set's explorer are saved, as those of a report are under the report's id. */
export const explorationReport = (dataSetId: string): string => `${prefix}${dataSetId}`

/** The data set whose explorations are saved under a name; undefined for the name of a report. */
export const explorationDataSet = (report: string): string | undefined =>
  report.startsWith(prefix) ? parseGuid(report.slice(prefix.length)) : undefined
