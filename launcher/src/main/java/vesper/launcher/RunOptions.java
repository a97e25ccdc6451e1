package vesper.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Origin;
import vesper.launcher.settings.Said;
import vesper.launcher.settings.Setting;

/**
 * What the arguments of {@code run} say.
 *
 * @param flags settings, those of {@code --set} first
 * @param config the file to read
 * @param printConfig whether to show the settings instead of serving
 * @param json whether to show them as JSON
 */
record RunOptions(List<Said> flags, Optional<Path> config, boolean printConfig, boolean json) {
    private static final Map<String, Setting<?>> SETTING_FLAGS =
            Map.of("--host", Keys.HOST, "--port", Keys.PORT, "--packages", Keys.PACKAGES, "--data", Keys.DATA);

    /**
     * Reads arguments that are as they should be; empty where anything is not, or asks for help. {@link RunCommand}
     * reads those, and says what is wrong.
     *
     * <p>This spares a start the loading of picocli: its classes are of a format so old that no AOT cache takes them,
     * which costs 150 ms, a third of a start.
     */
    static Optional<RunOptions> ofWellFormed(List<String> arguments) {
        List<Said> assigned = new ArrayList<>();
        List<Said> named = new ArrayList<>();
        Optional<Path> config = Optional.empty();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i + 1 < arguments.size(); i += 2) {
            String flag = arguments.get(i);
            String text = arguments.get(i + 1);
            Setting<?> setting = SETTING_FLAGS.get(flag);
            if (text.startsWith("-") || (!seen.add(flag) && !flag.equals("--set"))) return Optional.empty();
            if (setting != null) {
                named.add(new Said(setting.key(), text, new Origin.Flag(flag)));
            } else if (flag.equals("--config")) {
                config = Optional.of(Path.of(text));
            } else {
                Optional<Said> said = flag.equals("--set") ? assigned(text) : Optional.empty();
                if (said.isEmpty()) return Optional.empty();
                assigned.add(said.get());
            }
        }
        assigned.addAll(named);
        boolean odd = arguments.size() % 2 != 0;
        return odd ? Optional.empty() : Optional.of(new RunOptions(assigned, config, false, false));
    }

    /** The setting that {@code KEY=VALUE} names. */
    static Optional<Said> assigned(String text) {
        int mark = text.indexOf('=');
        if (mark < 0) return Optional.empty();
        return Optional.of(
                new Said(text.substring(0, mark).strip(), text.substring(mark + 1), new Origin.Flag("--set")));
    }
}
