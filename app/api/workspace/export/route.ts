import { answerWorkspaceExport } from "@/lib/bff"

/** GET answers the workspace as a file; for administrators. */
const handle = (request: Request): Promise<Response> => answerWorkspaceExport(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
