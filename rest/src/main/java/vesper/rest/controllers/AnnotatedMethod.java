package vesper.rest.controllers;

import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.ResponseStatus;
import vesper.rest.RunOn;
import vesper.rest.access.AccessAnnotations;
import vesper.rest.access.Permission;
import vesper.rest.answers.AnnotatedStatus;
import vesper.rest.binding.Argument;
import vesper.rest.cors.CorsRules;
import vesper.rest.operations.Input;
import vesper.rest.operations.Operation;

/**
 * A method of an object, with its annotations.
 *
 * @param annotated the method that declares the annotations: this one, or one that it overrides
 * @param source the place in the source code, for messages
 */
record AnnotatedMethod(Object object, Method method, Method annotated, String source) {
    /**
     * Returns the methods that appear in source code. Excludes those that Groovy generates for default arguments, and
     * bridge and synthetic methods.
     */
    static List<Method> candidates(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> !method.isBridge() && !method.isSynthetic() && !isMadeByGroovy(method))
                .toList();
    }

    private static boolean isMadeByGroovy(Method method) {
        for (Annotation annotation : method.getAnnotations()) {
            if (annotation.annotationType().getName().equals("groovy.transform.Generated")) return true;
        }
        return false;
    }

    /**
     * Returns a handle bound to the object. It takes no arguments, or all of them in one array, and returns an object.
     */
    MethodHandle handle() throws IllegalAccessException {
        method.setAccessible(true);
        MethodHandle unbound = MethodHandles.lookup().unreflect(method);
        MethodHandle handle = Modifier.isStatic(method.getModifiers()) ? unbound : unbound.bindTo(object);
        int count = handle.type().parameterCount();
        if (count == 0) return handle.asType(MethodType.methodType(Object.class));
        return handle.asFixedArity()
                .asSpreader(Object[].class, count)
                .asType(MethodType.methodType(Object.class, Object[].class));
    }

    int status() {
        ResponseStatus status = annotated.getAnnotation(ResponseStatus.class);
        if (status == null) status = annotated.getDeclaringClass().getAnnotation(ResponseStatus.class);
        return status == null ? 200 : AnnotatedStatus.of(status);
    }

    boolean runsOnPlatformThread() {
        RunOn run = annotated.getAnnotation(RunOn.class);
        if (run == null) run = annotated.getDeclaringClass().getAnnotation(RunOn.class);
        return run != null && run.value() == RunOn.Threads.PLATFORM;
    }

    /**
     * Returns the callers that the annotations admit: those of the method or one that it overrides, else those of the
     * class or one of its supertypes, the nearest first.
     */
    Permission permission() {
        Optional<Permission> ofMethod =
                Inheritance.findAnnotated(method, AccessAnnotations::areOn).flatMap(AccessAnnotations::on);
        return ofMethod.or(() -> Inheritance.supertypes(object.getClass()).stream()
                        .filter(AccessAnnotations::areOn)
                        .findFirst()
                        .flatMap(AccessAnnotations::on))
                .orElse(Permission.UNSTATED);
    }

    /** Returns the origins that the annotations allow to read responses. */
    Optional<CorsRules> origins() {
        return CorsRules.of(
                object.getClass().getAnnotation(CrossOrigin.class), annotated.getAnnotation(CrossOrigin.class));
    }

    Operation operation(Argument[] arguments) {
        List<Input> inputs = Arrays.stream(arguments)
                .flatMap(argument -> argument.inputs().stream())
                .toList();
        return new Operation(object.getClass(), method, annotated, inputs, status());
    }
}
