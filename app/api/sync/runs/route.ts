import { answerSyncRuns } from "@/lib/bff"

/** GET tells the runs of one list. */
const handle = (request: Request): Promise<Response> => answerSyncRuns(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
