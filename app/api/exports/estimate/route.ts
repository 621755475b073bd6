import { answerExportEstimate } from "@/lib/bff"

/** GET tells what an export would cost. */
const handle = (request: Request): Promise<Response> => answerExportEstimate(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
