import { answerUserNames } from "@/lib/bff"

/** GET, PUT and DELETE of the users' names as a whole; for administrators. */
const handle = (request: Request): Promise<Response> => answerUserNames(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
