import { answerPalette } from "@/lib/bff"

/** GET tells what a person may jump to: what the workspace names, and saved views. */
const handle = (request: Request): Promise<Response> => answerPalette(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
