import { answerExport } from "@/lib/bff"

interface Context {
  readonly params: Promise<{ id: string }>
}

/** GET tells how far an export is, PATCH pauses, resumes or cancels it, DELETE removes it. */
async function handle(request: Request, context: Context): Promise<Response> {
  return answerExport(request, (await context.params).id)
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
