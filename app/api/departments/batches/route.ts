import { answerBatches } from "@/lib/bff"

/** GET answers the newest batches, POST starts one. */
const handle = (request: Request): Promise<Response> => answerBatches(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
