package vesper.launcher.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import vesper.http.Request;
import vesper.launcher.steering.LiveSettings;
import vesper.launcher.steering.SettingChange;
import vesper.launcher.steering.SettingLine;
import vesper.rest.Problem;
import vesper.rest.ProblemType;
import vesper.rest.RunOn;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;

/** The settings, including those that can change while the server runs. */
@RestController
@RequestMapping("/admin/settings")
public final class SettingsController {
    private static final ProblemType CONFLICT = ProblemType.ofStatus(409);
    private static final ProblemType UNPROCESSABLE = ProblemType.ofStatus(422);

    private final LiveSettings settings;

    public SettingsController(LiveSettings settings) {
        this.settings = settings;
    }

    @GetMapping(produces = "application/json")
    @Described("All settings, with their values and sources, and whether they can change while the server runs.")
    public SettingList all() {
        return new SettingList(settings.all());
    }

    @PutMapping(path = "/{key}", consumes = "application/json", produces = "application/json")
    @Described("""
            Changes a setting until the server stops.
            @param key of the setting
            Example: log.level
            @return Its new state""")
    @AlsoAnswers(status = 404, when = "There is no such setting")
    @AlsoAnswers(
            status = 409,
            when = "It is read only at the start, and the detail names the flag to use; or the change failed")
    @AlsoAnswers(status = 422, when = "The value is invalid")
    @RunOn(RunOn.Threads.PLATFORM)
    public SettingLine change(
            @PathVariable("key") String key,
            @RequestBody @Described("{\"value\": \"…\"}, in the form of a config file") SettingValue wanted,
            Request request) {
        String value = textOf(wanted.value());
        return switch (settings.change(key, value, Who.of(request))) {
            case SettingChange.Done(var now) -> now;
            case SettingChange.Unknown(var unknown) ->
                throw ProblemType.NOT_FOUND
                        .because("There is no setting " + unknown + ".")
                        .exception();
            case SettingChange.InvalidValue(var expected) -> throw noValue(key, "expected " + expected);
            case SettingChange.NeedsRestart(var flag) ->
                throw CONFLICT.because(key + " is read only at the start: restart the server with " + flag)
                        .exception();
            case SettingChange.Failed(var why) ->
                throw CONFLICT.because(key + " could not be changed: " + why).exception();
        };
    }

    private static String textOf(@Nullable Object value) {
        return switch (value) {
            case String text -> text;
            case Boolean yesOrNo -> yesOrNo.toString();
            case Number number -> number.toString();
            case null, default -> throw noValue("value", "expected a text, a number, true or false");
        };
    }

    private static RuntimeException noValue(String what, String why) {
        return UNPROCESSABLE
                .because(what + " cannot have this value: " + why)
                .withErrors(List.of(new Problem.BadValue("#/value", why)))
                .exception();
    }

    @Described("""
            A new value of a setting.
            @param value in the form of a config file; numbers, true and false may be unquoted""")
    public record SettingValue(@Nullable Object value) {}

    @Described("""
            The settings.
            @param items in the order of the guide""")
    public record SettingList(List<SettingLine> items) {}
}
