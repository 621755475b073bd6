import { answerUserNamesLookup } from "@/lib/bff"

/** POST answers the names of up to 1,000 users, or those that hold a text. */
const handle = (request: Request): Promise<Response> => answerUserNamesLookup(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
