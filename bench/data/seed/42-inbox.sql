-- Every customer has one contact form conversation: a question, an answer and another question.
INSERT INTO channels (store_id, id, kind, name, account_id)
SELECT id, uuidv7(), 'web_form', 'Contact form', 'store' FROM bench_plan.stores;

INSERT INTO conversations (store_id, id, channel_id, thread_key, status, contact_name, contact_phone, contact_phone_e164,
                           customer_id, unread_count, waiting_since, last_inbound_at, last_message_at, last_message_kind,
                           last_message_type, last_message_preview, created_at)
SELECT c.store_id, uuidv7(), h.id, replace(c.phone, ' ', ''), CASE WHEN c.n % 4 = 0 THEN 'open' ELSE 'closed' END, c.name,
       c.phone, replace(c.phone, ' ', ''), c.id, (c.n % 4 = 0)::integer, CASE WHEN c.n % 4 = 0 THEN asked.at END, asked.at, asked.at,
       'message', 'text', 'And in blue?', asked.at - interval '1 hour'
  FROM bench_plan.customers c
  JOIN channels h ON h.store_id = c.store_id
 CROSS JOIN LATERAL (SELECT now() - (1 + c.n * 7919 % 100000) * interval '1 minute' AS at) AS asked;

INSERT INTO messages (store_id, id, conversation_id, channel_id, kind, body, sender_name, delivery_status, sent_at)
SELECT c.store_id, uuidv7(), c.id, c.channel_id, said.kind, said.body, CASE WHEN said.kind = 'message' THEN c.contact_name END,
       CASE WHEN said.kind = 'reply' THEN 'sent' END, c.last_message_at - said.before
  FROM conversations c
 CROSS JOIN (VALUES ('message', 'Is it there in red?', interval '1 hour'), ('reply', 'It is.', interval '30 minutes'),
                    ('message', 'And in blue?', interval '0')) AS said(kind, body, before);
