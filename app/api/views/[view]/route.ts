import { answerView } from "@/lib/bff"

interface Context {
  readonly params: Promise<{ view: string }>
}

/** PATCH changes a saved view, DELETE removes it. */
async function handle(request: Request, context: Context): Promise<Response> {
  return answerView(request, (await context.params).view)
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
