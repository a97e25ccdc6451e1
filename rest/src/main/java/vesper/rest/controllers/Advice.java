package vesper.rest.controllers;

import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * The handler methods of one {@code @ControllerAdvice} object and the controllers that they apply to: all controllers
 * of the package, or those that match an attribute of the annotation.
 */
record Advice(List<ExceptionHandlerMethod> handlers, Selection selection) {
    /** The attributes of the annotation. Without any, every controller is selected. */
    record Selection(List<String> packages, List<Class<?>> types, List<Class<? extends Annotation>> annotations) {
        static Selection of(Class<?> advice) {
            ControllerAdvice plain = advice.getAnnotation(ControllerAdvice.class);
            if (plain != null) {
                return of(
                        plain.value(),
                        plain.basePackages(),
                        plain.basePackageClasses(),
                        plain.assignableTypes(),
                        plain.annotations());
            }
            RestControllerAdvice rest = advice.getAnnotation(RestControllerAdvice.class);
            return rest == null
                    ? new Selection(List.of(), List.of(), List.of())
                    : of(
                            rest.value(),
                            rest.basePackages(),
                            rest.basePackageClasses(),
                            rest.assignableTypes(),
                            rest.annotations());
        }

        private static Selection of(
                String[] value,
                String[] names,
                Class<?>[] classes,
                Class<?>[] types,
                Class<? extends Annotation>[] annotations) {
            List<String> packages = new ArrayList<>(List.of(value));
            packages.addAll(List.of(names));
            for (Class<?> one : classes) packages.add(one.getPackageName());
            return new Selection(packages, List.of(types), List.of(annotations));
        }

        boolean selects(Class<?> controller) {
            if (packages.isEmpty() && types.isEmpty() && annotations.isEmpty()) return true;
            return packages.stream().anyMatch(name -> isIn(controller.getPackageName(), name))
                    || types.stream().anyMatch(type -> type.isAssignableFrom(controller))
                    || annotations.stream().anyMatch(controller::isAnnotationPresent);
        }

        private static boolean isIn(String name, String base) {
            return name.equals(base) || name.startsWith(base + ".");
        }
    }

    static boolean isAdvice(Class<?> type) {
        return type.isAnnotationPresent(ControllerAdvice.class) || type.isAnnotationPresent(RestControllerAdvice.class);
    }
}
