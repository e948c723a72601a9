import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { invalidText, type Queryable, sqlState } from '../database/database.ts';

/** The identity provider's storage, which all nodes share. */
export function providerStore(database: Queryable) {
  return (model: string): Adapter => {
    const find = async (column: 'id' | 'uid', value: string): Promise<AdapterPayload | undefined> => {
      const sql = `select payload from network.provider
        where model = $1 and ${column} = $2 and (ends_at is null or ends_at > now())`;
      return (await database.query<{ payload: AdapterPayload }>(sql, [model, value])).rows[0]?.payload;
    };
    return {
      find: async (id) => find('id', id),
      findByUid: async (uid) => find('uid', uid),
      // For signing in on devices without a browser, which isn't supported.
      findByUserCode: async () => undefined,
      upsert: async (id, payload, expiresIn) => {
        const sql = `insert into network.provider (model, id, payload, grant_id, uid, ends_at)
          values ($1, $2, $3, $4, $5, now() + $6 * interval '1 second')
          on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
            uid = excluded.uid, ends_at = excluded.ends_at`;
        try {
          await database.query(sql, [model, id, payload, payload.grantId, payload.uid, expiresIn]);
        } catch (error) {
          if (sqlState(error) !== invalidText) throw error;
          throw new errors.InvalidRequest('a parameter contains invalid characters');
        }
      },
      consume: async (id) => {
        const { rowCount } = await database.query(
          `update network.provider set payload = payload || jsonb_build_object('consumed', floor(extract(epoch from now())))
           where model = $1 and id = $2 and not payload ? 'consumed'`,
          [model, id],
        );
        // Another request has used the code in the meantime.
        if (rowCount !== 1) throw new Error('The code was already used by a concurrent request');
      },
      destroy: async (id) => {
        await database.query('delete from network.provider where model = $1 and id = $2', [model, id]);
      },
      revokeByGrantId: async (grantId) => {
        await database.query('delete from network.provider where grant_id = $1', [grantId]);
      },
    };
  };
}
