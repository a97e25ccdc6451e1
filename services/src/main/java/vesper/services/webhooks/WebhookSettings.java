package vesper.services.webhooks;

/**
 * Settings for webhooks.
 *
 * @param mayBePrivate whether receivers may be on this machine or its network
 */
public record WebhookSettings(boolean mayBePrivate, Patience patience) {
    public static final WebhookSettings DEFAULTS = new WebhookSettings(false, Patience.DEFAULTS);
}
