import { answerViews } from "@/lib/bff"

/** GET tells a report's saved views, POST saves one. */
const handle = (request: Request): Promise<Response> => answerViews(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
