import { answerEditSettings } from "@/lib/bff"

/** GET tells how changes to departments are sent, PUT changes it. */
const handle = (request: Request): Promise<Response> => answerEditSettings(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
