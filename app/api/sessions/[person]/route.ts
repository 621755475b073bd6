import { answerEndSessions } from "@/lib/bff"

interface Context {
  readonly params: Promise<{ person: string }>
}

/** DELETE ends all sessions of one person, named by the identity's `sub`; for administrators. */
async function handle(request: Request, context: Context): Promise<Response> {
  return answerEndSessions(request, (await context.params).person)
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
