import { answerBatch } from "@/lib/bff"

interface Context {
  readonly params: Promise<{ id: string }>
}

/** GET answers a batch with its items, PATCH stops it, goes on with it or tries items again. */
async function handle(request: Request, context: Context): Promise<Response> {
  return answerBatch(request, (await context.params).id)
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
