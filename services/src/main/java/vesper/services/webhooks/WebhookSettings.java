package vesper.services.webhooks;

/**
 * Settings for webhooks.
 *
 * @param allowPrivateAddresses whether receivers may be on this machine or its network
 */
public record WebhookSettings(boolean allowPrivateAddresses, Backoff backoff) {
    public static final WebhookSettings DEFAULTS = new WebhookSettings(false, Backoff.DEFAULTS);
}
