package vesper.records.admin;

import java.util.List;
import vesper.records.store.StoreOptions;

/**
 * The operator's settings for recording.
 *
 * @param monitor whether the Monitor records while a rule is enabled
 * @param monitorAlways whether it also records while no rule is enabled
 * @param tracker whether transactions are kept
 * @param mask names whose values are always hidden, in addition to those in rules; see
 *     {@link vesper.records.masks.Mask}
 * @param answerBytes largest possible response to a search, in bytes
 */
public record RecordingSettings(
        boolean monitor,
        boolean monitorAlways,
        boolean tracker,
        List<String> mask,
        StoreOptions store,
        long answerBytes) {
    public RecordingSettings {
        mask = List.copyOf(mask);
    }
}
