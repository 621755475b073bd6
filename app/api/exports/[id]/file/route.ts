import { answerExportFile } from "@/lib/bff"

interface Context {
  readonly params: Promise<{ id: string }>
}

/** GET sends an export's file. */
async function handle(request: Request, context: Context): Promise<Response> {
  return answerExportFile(request, (await context.params).id)
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
