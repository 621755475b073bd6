import { answerQuota } from "@/lib/bff"

/** GET tells how much of the platform's quota is used, as JSON or as server-sent events. */
const handle = (request: Request): Promise<Response> => answerQuota(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
