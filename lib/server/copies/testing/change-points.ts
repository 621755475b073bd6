import { randomUUID } from "node:crypto"
import type { TestService } from "@/service/testing/test-service"

/** Inserts, edits and deletes points of a data set at the platform, some before and some after wherever a reader is. */
export async function changePoints(service: TestService, dataSetId: string, round: number) {
  const table = `data_point where in_data_set_id = '${dataSetId}'`
  const [early, late] = ["2020-01-01T00:00:30.5Z", "2030-01-01T00:00:00Z"]
  await service.query(`
    insert into data_point (in_data_set_id, label, time_stamp, value, department_id, user_id)
      select in_data_set_id, label, time_stamp, value, department_id, user_id from data_point
      where in_data_set_id = '${dataSetId}' and row_id % 97 = ${round % 97};
    insert into data_point (in_data_set_id, label, time_stamp, value, department_id, user_id) values
      ('${dataSetId}', 'early', '${early}', ${round}, null, '${randomUUID()}'),
      ('${dataSetId}', 'late', '${late}', ${round}, '${randomUUID()}', null);
    update data_point set value = coalesce(value, 0) + 1
      where in_data_set_id = '${dataSetId}' and row_id % 89 = ${round % 89};
    update data_point set time_stamp = time_stamp + interval '1 hour'
      where in_data_set_id = '${dataSetId}' and row_id % 101 = ${round % 101};
    delete from ${table} and row_id % 83 = ${round % 83};`)
}
