import { dirname, join } from "node:path"
import { readWorkspace, serviceUrl, workspaceFile } from "./environment"
import { hrStories } from "./hr-tasks"
import { test } from "./people"
import { createServiceReader } from "./service-api"
import { type OwnDashboard, startCopyingDashboard } from "./start-own-dashboard"

const namesFile = () => join(dirname(workspaceFile()), "user-names.csv")
let dashboard: OwnDashboard
test.beforeAll(async () => {
  dashboard = await startCopyingDashboard({ USER_NAMES_FILE: namesFile() })
})
test.afterAll(() => dashboard?.stop())

hrStories(
  async () => ({
    url: dashboard.url,
    reader: createServiceReader(serviceUrl, readWorkspace),
    namesFile: namesFile(),
  }),
  { plain: ["mouse"], anywhere: ["touch"] },
)
