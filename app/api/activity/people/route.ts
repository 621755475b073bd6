import { answerActivityPeople } from "@/lib/bff"

/** GET answers everybody whose edits the log holds. */
const handle = (request: Request): Promise<Response> => answerActivityPeople(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
