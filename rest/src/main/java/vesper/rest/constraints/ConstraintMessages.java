package vesper.rest.constraints;

import jakarta.validation.MessageInterpolator;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;

/**
 * Creates the messages for violated constraints, always in English like all other messages. Replaces {@code {min}} by
 * the attribute of the annotation. Does not evaluate expression language, because a message may contain text of the
 * request. Replaces the library's own messages that need expressions.
 */
final class ConstraintMessages implements MessageInterpolator {
    private final MessageInterpolator parameters = new ParameterMessageInterpolator(Set.of(), Locale.ROOT, false);

    @Override
    public String interpolate(String template, Context context) {
        return parameters.interpolate(withoutExpressions(template, context), context);
    }

    @Override
    public String interpolate(String template, Context context, Locale locale) {
        return interpolate(template, context);
    }

    private static String withoutExpressions(String template, Context context) {
        Map<String, Object> attributes = context.getConstraintDescriptor().getAttributes();
        String orEqual = Boolean.TRUE.equals(attributes.get("inclusive")) ? " or equal to" : "";
        return switch (template) {
            case "{jakarta.validation.constraints.DecimalMax.message}" -> "must be less than" + orEqual + " {value}";
            case "{jakarta.validation.constraints.DecimalMin.message}" -> "must be greater than" + orEqual + " {value}";
            case "{org.hibernate.validator.constraints.time.DurationMax.message}" ->
                "must be shorter than" + orEqual + " " + duration(attributes);
            case "{org.hibernate.validator.constraints.time.DurationMin.message}" ->
                "must be longer than" + orEqual + " " + duration(attributes);
            case "{org.hibernate.validator.constraints.LuhnCheck.message}",
                    "{org.hibernate.validator.constraints.Mod10Check.message}",
                    "{org.hibernate.validator.constraints.Mod11Check.message}" -> "must have the right check digit";
            default -> template.replace("${", "\\$\\{");
        };
    }

    private static Duration duration(Map<String, Object> attributes) {
        return Duration.ofDays(number(attributes, "days"))
                .plusHours(number(attributes, "hours"))
                .plusMinutes(number(attributes, "minutes"))
                .plusSeconds(number(attributes, "seconds"))
                .plusMillis(number(attributes, "millis"))
                .plusNanos(number(attributes, "nanos"));
    }

    private static long number(Map<String, Object> attributes, String name) {
        return attributes.get(name) instanceof Number number ? number.longValue() : 0;
    }
}
