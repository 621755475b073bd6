import { answerSmallGroups } from "@/lib/bff"

/** GET tells how few people are told of, PUT changes it. */
const handle = (request: Request): Promise<Response> => answerSmallGroups(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
