import { answerWorkspace } from "@/lib/bff"

/** GET, POST, PATCH and DELETE of the workspace's entries, PUT of a whole file; for administrators. */
const handle = (request: Request): Promise<Response> => answerWorkspace(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
