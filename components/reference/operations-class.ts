const details = [
  "[&_details]:border-b [&_details:last-child]:border-b-0",
  "[&_details>div]:space-y-5 [&_details>div]:px-3 [&_details>div]:pt-2 [&_details>div]:pb-5",
  "sm:[&_details>div]:pl-9",
]

const summary = [
  "[&_summary]:flex [&_summary]:list-none [&_summary]:items-start [&_summary]:gap-x-2",
  "[&_summary]:px-3 [&_summary]:py-2.5 [&_summary:hover]:bg-hover",
  "[&_summary::-webkit-details-marker]:hidden",
  "[&_summary>svg]:mt-0.5 [&_summary>svg]:size-4 [&_summary>svg]:shrink-0",
  "[&_summary>svg]:text-ink-faint [&_details[open]_svg]:rotate-90",
  "[&_summary>span:last-child]:flex [&_summary>span:last-child]:min-w-0",
  "[&_summary>span:last-child]:flex-1 [&_summary>span:last-child]:flex-wrap",
  "[&_summary>span:last-child]:items-start [&_summary>span:last-child]:justify-between",
  "[&_summary>span:last-child]:gap-x-4 [&_summary>span:last-child]:gap-y-1.5",
  "[&_summary_span:has(>code)]:min-w-0 [&_summary_span:has(>code)]:basis-full",
  "sm:[&_summary_span:has(>code)]:flex-1 sm:[&_summary_span:has(>code)]:basis-0",
  "[&_summary_span:has(>code)+span]:flex [&_summary_span:has(>code)+span]:flex-wrap",
  "[&_summary_span:has(>code)+span]:gap-1.5",
  "[&_summary_code]:block [&_summary_code]:font-medium [&_summary_code]:leading-5",
  "[&_summary_span[lang]]:block [&_summary_span[lang]]:text-ink-muted",
]

const parts = [
  "[&_details_section]:space-y-2",
  "[&_h4]:font-medium [&_h4]:text-ink-muted [&_h4]:text-xs",
  "[&_details_section>p]:text-ink-muted [&_section>p>code]:text-ink [&_section>p>small]:text-xs",
  "[&_details_code]:wrap-anywhere [&_section_code]:text-[0.8125rem]",
]

const rows = [
  "[&_details_dl]:divide-y [&_details_dl]:rounded-md [&_details_dl]:border",
  "[&_details_dl>div]:grid [&_details_dl>div]:gap-x-4 [&_details_dl>div]:px-3",
  "[&_details_dl>div]:py-1.5 sm:[&_details_dl>div]:grid-cols-[12rem_minmax(0,1fr)]",
  "[&_details_dt]:min-w-0 [&_details_dt]:wrap-anywhere [&_details_dt]:font-mono",
  "[&_details_dt]:text-[0.8125rem] [&_details_dd]:min-w-0",
  "[&_dd>small]:text-ink-muted [&_dd>small]:text-sm [&_dd>p]:text-ink-muted [&_dd>p]:text-xs",
  "[&_dd>p>code]:text-xs",
]

const codes = [
  "[&_dl[data-codes]>div]:grid-cols-[2.5rem_minmax(0,1fr)] [&_[data-codes]_dd]:wrap-anywhere",
  "[&_[data-codes]_dd]:font-mono [&_[data-codes]_dd]:text-[0.8125rem]",
]

/** How operations look, written once around all of them rather than in each of their many rows. */
export const operationsClass = [details, summary, parts, rows, codes].flat().join(" ")
