import { z } from 'zod'
import { actionJson } from '../../../src/areas/orders/actions/act-on-order.ts'
import { rolesByScope } from '../../../src/platform/auth/tokens/scopes.ts'
import { testIssuer } from '../../support/callers/test-issuer.ts'
import { asOwner } from '../../support/sql.ts'
import { openScarfShop } from './scarf-shop.ts'

// Walks the states of an order. The database functions that decide are called as operations call them, and every step is rolled
// back: a state is reached again for what can be done in it.

const Line = z.object({
  position: z.int(),
  quantity: z.int(),
  shipped: z.int().default(0),
  returned: z.int().default(0),
  refused: z.int().default(0),
})

export const State = z.object({
  status: z.enum(['pending', 'confirmed', 'completed', 'cancelled']),
  fulfillment: z.string(),
  held: z.boolean(),
  delivered: z.boolean(),
  paid: z.boolean(),
  due: z.boolean(),
  lines: z.array(Line),
})

export type State = z.output<typeof State>

export type Role = 'owner' | 'staff'

/** Something that somebody can do to an order. `call`: what the database does. */
export type Step = { readonly role: Role; readonly name: string; readonly call: object }

const Outcomes = z.array(State.nullable())

/** Two lines, of so many units each. `isPaid`: whether payments and refunds are among the steps. */
export async function openWalk(units: number, roles: readonly Role[], isPaid: boolean) {
  const shop = await openScarfShop()
  const staff = await shop.hire('staff')
  const hat = await shop.addProduct({ title: 'Hat', price: 10, variants: [{ on_hand: 100 }] })
  const wares = [shop.scarf, hat].map(({ id, variants }) => ({ product_id: id, variant_id: variants[0]?.id }))
  const items = wares.map((ware) => ({ ...ware, quantity: units, unit_price: 10 }))
  const { id } = await shop.bought({ items, total_amount: 20 * units })
  const subjects: Record<Role, string> = { owner: shop.owner.subject, staff: staff.subject }

  const enter = (role: Role) => [testIssuer, subjects[role], shop.store.id, rolesByScope['orders:write']]

  function stepsOf({ lines }: State, isUndone: boolean): Step[] {
    const act = (name: Parameters<typeof actionJson>[0], input: object = {}, of = '') => ({
      name: name + of,
      call: { act: JSON.parse(actionJson(name, input)) },
    })
    const moves = lines.flatMap(({ position }) => {
      const moved = { items: [{ position, quantity: 1 }], restock: true }
      return (['ship', 'return', 'refuse'] as const).map((name) => act(name, moved, ` ${position}`))
    })
    const fewer = lines.map(({ position }) => ({
      name: `leave out ${position}`,
      call: {
        changes: {
          items: lines
            .map((line) => ({ ...line, quantity: line.quantity - Number(line.position === position) }))
            .filter(({ quantity }) => quantity > 0)
            .map((line, nth) => ({ ...wares[line.position - 1], position: nth + 1, quantity: line.quantity })),
        },
      },
    }))
    const all = [
      ...(['confirm', 'prepare', 'ship', 'deliver', 'cancel', 'complete'] as const).map((name) => act(name)),
      ...(isPaid ? [act('payments'), act('refunds')] : []),
      act('hold', { reason: 'other' }),
      ...moves,
      ...fewer.filter(({ call }) => call.changes.items.length > 0),
      ...(isUndone ? [] : [{ name: 'undo', call: {} }]),
    ]
    return roles.flatMap((role) => all.map((one) => ({ role, ...one })))
  }

  /** What each of these steps makes of the order, after those of the path. Null: it is refused. */
  async function outcomesOf(path: readonly Step[], steps: readonly Step[]): Promise<(State | null)[]> {
    const calls = (of: readonly Step[]) => JSON.stringify(of.map(({ role, call }) => ({ enter: enter(role), ...call })))
    const [, , found] = await asOwner.transaction([
      asOwner`create or replace function pg_temp.take(p_order uuid, p_step jsonb) returns jsonb language plpgsql as $$
        declare v_key constant text := gen_random_uuid();
        begin
          perform app.enter_member(p_step #>> '{enter,0}', p_step #>> '{enter,1}', p_step #>> '{enter,2}',
            array(select jsonb_array_elements_text(p_step #> '{enter,3}')), null, null);
          if p_step ? 'act' then
            perform app.change_order(p_order, p_step -> 'act', null, 'walk', v_key, '');
          elsif p_step ? 'changes' then
            perform app.edit_order(p_order, p_step -> 'changes', null, 'walk', v_key, '');
          else
            perform app.undo_action(p_order, null, null, 'walk', v_key, '');
          end if;
          return (select app.order_facts(o) || jsonb_build_object('lines', o.lines) from orders o where o.id = p_order);
        end $$`,
      asOwner`create or replace function pg_temp.outcomes(p_order uuid, p_path jsonb, p_steps jsonb) returns jsonb language plpgsql as $$
        declare v_step jsonb; v_state jsonb; v_found jsonb := '[]';
        begin
          begin
            for v_step in select jsonb_array_elements(p_path) loop perform pg_temp.take(p_order, v_step); end loop;
            for v_step in select jsonb_array_elements(p_steps) loop
              begin
                v_state := 'null';
                v_state := pg_temp.take(p_order, v_step);
                raise exception using errcode = 'MC999';
              exception
                when sqlstate 'MC999' then v_found := v_found || jsonb_build_array(v_state);
                when sqlstate 'MC409' or sqlstate 'MC422' or sqlstate 'MC403' then v_found := v_found || '[null]'::jsonb;
              end;
            end loop;
            raise exception using errcode = 'MC999';
          exception when sqlstate 'MC999' then return v_found;
          end;
        end $$`,
      asOwner`select pg_temp.outcomes(${id}, ${calls(path)}::jsonb, ${calls(steps)}::jsonb) as found`,
      // Nobody else sees them.
      asOwner`drop function pg_temp.take, pg_temp.outcomes`,
    ])
    return Outcomes.parse(found?.[0]?.['found'])
  }

  const first: State = {
    status: 'pending',
    fulfillment: 'unfulfilled',
    held: false,
    delivered: false,
    paid: false,
    due: true,
    lines: wares.map((_, nth) => ({ position: nth + 1, quantity: units, shipped: 0, returned: 0, refused: 0 })),
  }
  return { first, stepsOf, outcomesOf }
}
