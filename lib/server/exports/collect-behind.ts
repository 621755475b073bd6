import "server-only"
import { createCollector } from "../http/collect-garbage"
import type { ExportJobs } from "./table"

/** Four to six times in an export of a million data points, for 56 to 93 ms each; what they leave in old memory meanwhile is some 30 MiB. */
const everyBytes = 64 * 2 ** 20

/**
 * Export jobs behind which the process clears its old memory after every 64 MiB of pages and parts that are
 * made. V8 by itself would wait until there are some 150 MiB of garbage.
 */
export function collectBehind(jobs: ExportJobs): ExportJobs {
  const count = createCollector(everyBytes)
  return {
    ...jobs,
    keep(held, page) {
      count(page.text.length)
      return jobs.keep(held, page)
    },
    keepPart(id, file, number, part) {
      count(part.length)
      return jobs.keepPart(id, file, number, part)
    },
    readPage: (id, number) =>
      jobs.readPage(id, number).then((page) => {
        count(page?.length ?? 0)
        return page
      }),
  }
}
