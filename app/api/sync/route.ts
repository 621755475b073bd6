import { answerSync } from "@/lib/bff"

/** GET tells the copies of lists, POST starts, stops or changes one. */
const handle = (request: Request): Promise<Response> => answerSync(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
