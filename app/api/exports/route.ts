import { answerExports } from "@/lib/bff"

/** GET tells a person's exports, POST starts one. */
const handle = (request: Request): Promise<Response> => answerExports(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
