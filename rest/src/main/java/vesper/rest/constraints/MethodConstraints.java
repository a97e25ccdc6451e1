package vesper.rest.constraints;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.ElementKind;
import jakarta.validation.Path;
import jakarta.validation.Validator;
import jakarta.validation.groups.Default;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.rest.Problem;
import vesper.rest.binding.Argument;
import vesper.rest.binding.Call;
import vesper.rest.operations.Input;

/**
 * Validates the arguments of one method with Hibernate Validator. Reports the first {@value #MAX_REPORTED} violations.
 */
final class MethodConstraints implements Constraints {
    private static final int MAX_REPORTED = 100;
    private static final Class<?>[] NO_GROUPS = {};

    private record Violation(int parameter, Problem.BadValue value) {}

    private final Validator validator;
    private final Object controller;
    private final Method method;
    private final Parameter[] parameters;
    private final List<Optional<Input>> inputs = new ArrayList<>();
    /** The validation groups of each parameter with {@code @Validated}; null for other parameters. */
    private final List<Class<?> @Nullable []> groups = new ArrayList<>();

    MethodConstraints(Validator validator, Object controller, Method method, Argument[] arguments) {
        this.validator = validator;
        this.controller = controller;
        this.method = method;
        parameters = method.getParameters();
        for (Argument argument : arguments) inputs.add(argument.input());
        for (Parameter parameter : parameters) groups.add(groupsOf(parameter));
    }

    @Override
    public void check(@Nullable Object[] arguments, BitSet bad, Call call) {
        List<Violation> violations = new ArrayList<>();
        for (ConstraintViolation<Object> violation :
                validator.forExecutables().validateParameters(controller, method, arguments)) {
            Iterator<Path.Node> path = violation.getPropertyPath().iterator();
            path.next();
            Path.Node node = path.next();
            int index = node.getKind() == ElementKind.PARAMETER
                    ? node.as(Path.ParameterNode.class).getParameterIndex()
                    : -1;
            if (index < 0 || !bad.get(index)) violations.add(violation(index, path, violation.getMessage()));
        }
        for (int i = 0; i < arguments.length; i++) checkValidated(i, arguments[i], violations);
        violations.stream()
                .distinct()
                .sorted(Comparator.comparingInt(Violation::parameter)
                        .thenComparing(one -> one.value.pointer())
                        .thenComparing(one -> one.value.detail()))
                .limit(MAX_REPORTED)
                .forEach(one -> call.bad(one.value.pointer(), one.value.detail()));
    }

    private void checkValidated(int index, @Nullable Object argument, List<Violation> violations) {
        Class<?>[] chosen = groups.get(index);
        if (chosen == null || argument == null) return;
        for (ConstraintViolation<Object> violation : validator.validate(argument, chosen)) {
            violations.add(violation(index, violation.getPropertyPath().iterator(), violation.getMessage()));
        }
    }

    private Violation violation(int index, Iterator<Path.Node> path, String message) {
        if (index < 0) return new Violation(index, new Problem.BadValue("?", message));
        List<String> steps = new ArrayList<>();
        while (path.hasNext()) addSteps(path.next(), steps);
        Input input = inputs.get(index).orElse(null);
        String pointer;
        if (input == null) pointer = named(parameters[index].getName(), steps);
        else if (input.from() == Input.From.BODY) pointer = "#" + jsonPointer(steps);
        else if (input.from() == Input.From.PART)
            pointer = input.name() + (steps.isEmpty() ? "" : "#" + jsonPointer(steps));
        else pointer = named(input.name(), steps);
        return new Violation(index, new Problem.BadValue(pointer, message));
    }

    /** Adds the index or key of a node before its name, since the index applies to the preceding node. */
    private static void addSteps(Path.Node node, List<String> steps) {
        if (node.isInIterable()) {
            Object place = node.getIndex() == null ? node.getKey() : node.getIndex();
            if (place != null) steps.add(place.toString());
        }
        if (node.getKind() == ElementKind.PROPERTY) steps.add(node.getName());
    }

    private static String jsonPointer(List<String> steps) {
        StringBuilder pointer = new StringBuilder();
        for (String step : steps)
            pointer.append('/').append(step.replace("~", "~0").replace("/", "~1"));
        return pointer.toString();
    }

    /** Returns the name in the notation of parameters: {@code lines[0].sku}. */
    private static String named(String name, List<String> steps) {
        StringBuilder named = new StringBuilder(name);
        for (String step : steps) {
            boolean isIndex = !step.isEmpty() && step.chars().allMatch(c -> c >= '0' && c <= '9');
            if (isIndex) named.append('[').append(step).append(']');
            else named.append(named.isEmpty() ? "" : ".").append(step);
        }
        return named.isEmpty() ? "?" : named.toString();
    }

    private static Class<?> @Nullable [] groupsOf(Parameter parameter) {
        for (Annotation annotation : parameter.getAnnotations()) {
            if (!Constraints.isValidated(annotation.annotationType())) continue;
            Class<?>[] declared = groupsIn(annotation);
            return declared.length == 0 ? new Class<?>[] {Default.class} : declared;
        }
        return null;
    }

    private static Class<?>[] groupsIn(Annotation validated) {
        try {
            Object value = validated.annotationType().getMethod("value").invoke(validated);
            return value instanceof Class<?>[] classes ? classes : NO_GROUPS;
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("@Validated cannot be read", e);
        }
    }
}
