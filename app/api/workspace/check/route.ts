import { answerWorkspaceCheck } from "@/lib/bff"

/** POST asks the platform whether it knows an entry; for administrators. */
const handle = (request: Request): Promise<Response> => answerWorkspaceCheck(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
