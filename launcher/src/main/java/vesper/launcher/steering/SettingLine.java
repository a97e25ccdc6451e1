package vesper.launcher.steering;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;
import vesper.rest.openapi.Described;

@Described("""
        A setting.
        @param key its name in files and in --set
        Example: http.port
        @param value in effect; asterisks for a secret
        @param origin source of the value
        @param meaning in one line
        @param form kind of value: text, list, path, boolean, number, bytes, duration or choice
        @param expected description of valid values
        @param choices all possible values, if there are few
        @param defaultValue default
        @param changeable whether it can change while the server runs""")
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record SettingLine(
        String key,
        String value,
        String origin,
        String meaning,
        String form,
        String expected,
        Optional<List<String>> choices,
        @JsonProperty("default") String defaultValue,
        boolean changeable) {}
