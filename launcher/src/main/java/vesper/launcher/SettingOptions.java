package vesper.launcher;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.RawSetting;
import vesper.launcher.settings.SettingOrigin;

/** Options of the commands that take settings of a server. */
final class SettingOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--data", paramLabel = "DIR", description = "Folder for data (data.path).")
    private @Nullable String data;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Sets any key; may be repeated.")
    private List<String> assignments = new ArrayList<>();

    /**
     * Returns the settings given as options. Options with a name of their own come last and so override {@code --set}.
     */
    List<RawSetting> flags() {
        List<RawSetting> flags = new ArrayList<>();
        for (String assignment : assignments) {
            flags.add(RunOptions.assigned(assignment).orElseThrow(() -> notAnAssignment(assignment)));
        }
        if (data != null) flags.add(new RawSetting(Keys.DATA.key(), data, new SettingOrigin.Flag("--data")));
        return flags;
    }

    private ParameterException notAnAssignment(String text) {
        return new ParameterException(spec.commandLine(), "--set " + text + " is not KEY=VALUE");
    }
}
