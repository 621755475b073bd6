import { answerPinnedViews } from "@/lib/bff"

/** GET tells the explorations that a person has on the overview. */
const handle = (request: Request): Promise<Response> => answerPinnedViews(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
