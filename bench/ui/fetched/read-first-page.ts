import "server-only"
import { dehydrate, QueryClient } from "@tanstack/react-query"

/** In place of the dashboard's own: nothing is read on the server, so that the browser asks for the first page. */
export const readFirstPage = async () => ({
  state: dehydrate(new QueryClient()),
  streamed: [],
})
