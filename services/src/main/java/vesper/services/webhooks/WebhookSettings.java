package vesper.services.webhooks;

/**
 * How webhooks are treated.
 *
 * @param mayBePrivate whether they may be on this machine and its network
 */
public record WebhookSettings(boolean mayBePrivate, Patience patience) {
    public static final WebhookSettings DEFAULTS = new WebhookSettings(false, Patience.DEFAULTS);
}
