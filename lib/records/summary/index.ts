export { readSummary, SummaryError, type SummaryRefusal } from "./read-summary"
