import { readMetrics } from "@/lib/bff"

export const dynamic = "force-dynamic"

/** What this instance counts, for Prometheus; without a session, as it holds nothing about people or data. */
export const GET = (): Promise<Response> => readMetrics()
