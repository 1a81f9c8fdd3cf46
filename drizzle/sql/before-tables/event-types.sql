-- Whether the catalogue (src/areas/events/event-catalogue.ts) has the type. The check events_type refuses any other. In
-- PL/pgSQL, because PostgreSQL would parse the list of an SQL function again for every insert.
CREATE OR REPLACE FUNCTION app.is_event_type(p_type text) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
BEGIN
  RETURN p_type = ANY (ARRAY[
    -- each events.types: '%'
    'order.created', 'order.updated', 'order.confirmed', 'order.held', 'order.preparing', 'order.shipped', 'order.delivered', 'order.paid', 'order.payment_voided', 'order.refunded', 'order.returned', 'order.refused', 'order.undone', 'order.shipment_updated', 'order.cancelled', 'order.completed', 'order.noted', 'order.reservation_released', 'product.created', 'product.updated', 'product.archived', 'variant.created', 'variant.updated', 'variant.archived', 'inventory.adjusted', 'inventory.low', 'media.created', 'media.deleted', 'collection.created', 'collection.updated', 'collection.deleted', 'delivery_method.created', 'delivery_method.updated', 'delivery_method.deleted', 'discount.created', 'discount.updated', 'discount.deleted', 'customer.created', 'customer.updated', 'customer.blocked', 'customer.unblocked', 'customer.merged', 'customer.anonymized', 'customer.noted', 'segment.created', 'segment.updated', 'segment.deleted', 'channel.created', 'channel.updated', 'channel.secret_rotated', 'channel.removed', 'conversation.created', 'conversation.message_received', 'conversation.replied', 'conversation.reply_failed', 'conversation.noted', 'conversation.updated', 'conversation.woken', 'storefront.updated', 'storefront.published', 'page.created', 'page.updated', 'page.deleted', 'store.created', 'store.updated', 'member.invited', 'member.invitation_changed', 'member.invitation_revoked', 'member.invitation_declined', 'member.joined', 'member.role_changed', 'member.left', 'member.removed', 'mcp_token.minted', 'mcp_token.revoked', 'api_key.minted', 'api_key.revoked', 'connection.allowed', 'connection.revoked', 'webhook.created', 'webhook.updated', 'webhook.secret_rotated', 'webhook.disabled', 'webhook.deleted', 'webhook.test'
  ]);
END
$$;
